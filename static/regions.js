// @ts-check
// Frames over a picture that people move and size, by pointer or by keyboard. Lengths are the
// picture's own pixels.
import { element } from "./dom.js";

/** @typedef {[number, number, number, number]} Rectangle x, y, width, height */

const CORNER_PX = 26; // of the screen: there a drag changes the size
const LEAST = 16; // px of the picture

/** @type {Map<string, Rectangle>} */
const regions = new Map();
/** @type {[number, number]} */
let size = [0, 0];

/** Shows frames over a picture of a size. @type {(all: Record<string, Rectangle>, of: [number, number]) => void} */
export function showRegions(all, of) {
  size = of;
  regions.clear();
  const frames = Object.entries(all).map(([name, rectangle]) => {
    regions.set(name, rectangle);
    return frame(name);
  });
  element("regions").replaceChildren(...frames);
}

/** @returns {Record<string, Rectangle>} */
export function drawnRegions() {
  return Object.fromEntries(regions);
}

/** @param {string} name */
function frame(name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "region";
  made.textContent = name;
  paint(made, name);
  made.addEventListener("pointerdown", (event) => drag(made, name, event));
  made.addEventListener("keydown", (event) => key(made, name, event));
  return made;
}

/** @type {(made: HTMLButtonElement, name: string) => void} */
function paint(made, name) {
  const [x, y, width, height] = at(name);
  const [wide, high] = size;
  made.style.left = `${(100 * x) / wide}%`;
  made.style.top = `${(100 * y) / high}%`;
  made.style.width = `${(100 * width) / wide}%`;
  made.style.height = `${(100 * height) / high}%`;
  made.setAttribute("aria-label", `${name}: at ${x}, ${y}, ${width} by ${height} pixels`);
}

/** @param {string} name @returns {Rectangle} */
function at(name) {
  return regions.get(name) ?? [0, 0, LEAST, LEAST];
}

/** @type {(made: HTMLButtonElement, name: string, event: PointerEvent) => void} */
function drag(made, name, event) {
  const box = made.getBoundingClientRect();
  const sizes = box.right - event.clientX < CORNER_PX && box.bottom - event.clientY < CORNER_PX;
  const scale = size[0] / element("stage").getBoundingClientRect().width;
  const begun = at(name);
  const { clientX, clientY } = event;
  made.setPointerCapture(event.pointerId);
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    const [right, down] = [(moved.clientX - clientX) * scale, (moved.clientY - clientY) * scale];
    change(made, name, begun, right, down, sizes);
  };
  made.addEventListener("pointermove", move);
  made.addEventListener("pointerup", () => made.removeEventListener("pointermove", move), { once: true });
}

/** @type {(made: HTMLButtonElement, name: string, event: KeyboardEvent) => void} */
function key(made, name, event) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const [right, down] = ways[/** @type {keyof typeof ways} */ (event.key)] ?? [0, 0];
  if (!right && !down) return;
  event.preventDefault();
  const step = event.ctrlKey ? 1 : Math.max(1, Math.round(size[0] / 100));
  change(made, name, at(name), (right ?? 0) * step, (down ?? 0) * step, event.shiftKey);
}

/** @type {(made: HTMLButtonElement, name: string, from: Rectangle, right: number, down: number, sizes: boolean) => void} */
function change(made, name, [x, y, width, height], right, down, sizes) {
  const [wide, high] = size;
  const clamp = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.round(Math.min(Math.max(value, least), most));
  regions.set(
    name,
    sizes
      ? [x, y, clamp(width + right, LEAST, wide - x), clamp(height + down, LEAST, high - y)]
      : [clamp(x + right, 0, wide - width), clamp(y + down, 0, high - height), width, height],
  );
  paint(made, name);
}
