// Updates a list without moving the items that stay: only items that changed are replaced, so that the scroll position
// and the keyboard focus are kept.

/** `key` names an item; `render(item, isNew)` makes its element. */
export function renderList(list, items, key, render) {
  const wanted = new Set(items.map((item) => String(key(item))));
  for (const child of [...list.children]) if (!wanted.has(child.dataset.key)) child.remove();
  const known = new Map([...list.children].map((child) => [child.dataset.key, child]));
  let place = list.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    const text = JSON.stringify(item);
    let element = known.get(name);
    if (element?.renderedFrom !== text) {
      const fresh = render(item, element === undefined);
      fresh.dataset.key = name;
      fresh.renderedFrom = text;
      if (element !== undefined) {
        if (place === element) place = fresh;
        replace(element, fresh);
      }
      element = fresh;
    }
    if (element === place) place = place.nextElementSibling;
    else list.insertBefore(element, place);
  }
}

function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  old.replaceWith(fresh);
  if (focused !== undefined) fresh.querySelector(`[data-focus="${focused}"]`)?.focus({ preventScroll: true });
}
