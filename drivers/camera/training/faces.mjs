// Writes the faces of @letele/playing-cards (CC0), which come as React components, as SVG files.
// node faces.mjs FOLDER_WITH_NODE_MODULES OUT
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [, , home, out] = process.argv;
const modules = resolve(home, "node_modules");
const require = createRequire(join(modules, "x.js"));
const source = join(modules, "@letele/playing-cards/dist/index.esm");
const module = `${source}.${process.pid}.mjs`; // it calls itself no module; two may do this at once
copyFileSync(`${source}.js`, module);
const faces = await import(pathToFileURL(module).href);
rmSync(module);
const React = require("react");
const { renderToStaticMarkup } = require("react-dom/server");
mkdirSync(out, { recursive: true });
for (const [name, face] of Object.entries(faces))
  writeFileSync(join(out, `${name}.svg`), renderToStaticMarkup(React.createElement(face)));
