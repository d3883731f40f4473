// Finds and copies elements of the page.

/** The element with this id. */
export function part(id) {
  return document.getElementById(id);
}

/** A copy of the template with this id, and a function that finds an element in it by a selector. */
export function clone(id) {
  const item = part(id).content.firstElementChild.cloneNode(true);
  return [item, (selector) => item.querySelector(selector)];
}
