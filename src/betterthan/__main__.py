"""`python -m betterthan`."""

from betterthan.cli import main

if __name__ == "__main__":
    main()
