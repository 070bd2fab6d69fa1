// Boxes that scroll sideways can be reached with the keyboard, and say what they are.
document.addEventListener("DOMContentLoaded", () => {
  const boxes = document.querySelectorAll(".table-wrapper, .highlight pre, .formula");
  for (const box of boxes) {
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) continue;
    box.tabIndex = 0;
    if (!box.matches(".formula")) {
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", box.matches(".table-wrapper") ? "table" : "code");
    }
  }
  // captions of the table of contents are headings, of which level the theme does not say
  for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.setAttribute("aria-level", "2");
});
