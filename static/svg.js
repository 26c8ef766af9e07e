// @ts-check
// SVG elements, and a keyed painter: what stays the same is left alone.

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(SVGElement | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Make a group hold exactly these shapes: append and remove only, never update.
 *
 * @param {SVGElement} group
 * @param {{ key: string, draw: () => SVGElement }[]} shapes each key says all that shows
 */
export function sync(group, shapes) {
  const wanted = new Map(shapes.map((shape) => [shape.key, shape]));
  for (const child of [...group.children]) {
    const key = child.getAttribute("data-key") ?? "";
    if (!wanted.delete(key)) child.remove();
  }
  for (const { key, draw } of wanted.values()) {
    const element = draw();
    element.setAttribute("data-key", key);
    group.append(element);
  }
}
