// With --import: lets `import "kaas-orrery"` mean the package installed in $ORRERY_PACKAGE,
// so that these tests run what users get. Without the variable the workspace's own build is used.
import { register } from "node:module";
import { pathToFileURL } from "node:url";

if (process.env.ORRERY_PACKAGE) {
  const parent = pathToFileURL(`${process.env.ORRERY_PACKAGE}/`).href;
  const hooks = `export function resolve(specifier, context, next) {
    const ours = specifier === "kaas-orrery" || specifier.startsWith("kaas-orrery/");
    return next(specifier, ours ? { ...context, parentURL: ${JSON.stringify(parent)} } : context);
  }`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
