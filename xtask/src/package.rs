//! Puts `npm/dist` together: hand-written entries, one core.wasm, its glue, the site.

use std::fs;

use anyhow::Result;
use base64::{Engine as _, prelude::BASE64_STANDARD};

use crate::{
    budget::{self, Sizes},
    notices::Notices,
    tree,
    wasm::Module,
};

/// Writes the package; the site must have been assembled before.
pub fn assemble(module: &Module, notices: &Notices, enforced: bool) -> Result<Sizes> {
    let dist = tree::package();
    tree::fresh(&dist)?;
    for entry in fs::read_dir(tree::root().join("npm"))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if name.ends_with(".js") || name.ends_with(".d.ts") {
            // fs::copy keeps the permission to execute, which cli.js needs when run from a checkout.
            fs::copy(&path, dist.join(name))?;
        }
    }
    tree::write(dist.join("core.wasm"), &module.wasm)?;
    tree::write(dist.join("glue.js"), &module.glue)?;
    tree::write(dist.join("core-base64.js"), base64_module(&module.wasm))?;
    tree::copy(&tree::site(), &dist.join("site"))?;
    tree::write(
        tree::root().join("npm/THIRD_PARTY_NOTICES.txt"),
        notices.text(),
    )?;
    tree::write(
        tree::root().join("npm/LICENSE"),
        tree::text(tree::root().join("LICENSE"))?,
    )?;

    let mut sizes = Sizes::new(enforced);
    sizes.add(budget::CORE, [module.wasm.as_slice()])?;
    Ok(sizes)
}

/// Uncompressed, so that `./inline` stays synchronous: browsers inflate only asynchronously.
fn base64_module(wasm: &[u8]) -> String {
    format!(
        "export const core =\n  \"{}\";\n",
        BASE64_STANDARD.encode(wasm)
    )
}
