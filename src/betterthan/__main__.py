"""`python -m betterthan`."""

from betterthan.cli.main import main

if __name__ == "__main__":
    main()
