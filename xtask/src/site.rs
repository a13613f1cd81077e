//! Puts the page together: `dist/web` to be served, `dist/orrery.html` to be opened from disk.
//!
//! The page may connect to nowhere, so it cannot fetch its own Wasm. The module carries it:
//! deflated and in base64, which gzip on the way brings back to about the deflated size.

use std::{fs, io::Write as _};

use anyhow::{Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use flate2::{Compression, write::DeflateEncoder};

use crate::{
    budget::{self, Sizes},
    csp,
    notices::Notices,
    tree,
    wasm::Module,
};

/// Writes the site and the single file.
pub fn assemble(module: &Module, notices: &Notices, enforced: bool) -> Result<Sizes> {
    let site = tree::site();
    tree::fresh(&site)?;
    let template = tree::text(tree::root().join("index.html"))?;
    let script = script(module, enforced)?;

    let index = linked(&template, &script)?;
    tree::write(site.join("index.html"), &index)?;
    tree::write(site.join("app.js"), &script)?;
    tree::copy(&tree::root().join("web/assets"), &site.join("assets"))?;
    tree::write(
        site.join("LICENSE.txt"),
        tree::text(tree::root().join("LICENSE"))?,
    )?;
    tree::write(site.join("THIRD_PARTY_NOTICES.txt"), notices.text())?;

    let single = inlined(&template, &script)?;
    tree::write(tree::single_file(), &single)?;

    let mut page = vec![index.into_bytes(), script.into_bytes()];
    for sheet in style_sheets(&template) {
        page.push(tree::text(site.join(sheet))?.into_bytes());
    }
    let mut all = Vec::new();
    for file in tree::files(&site)? {
        all.push(fs::read(site.join(file))?);
    }
    let mut sizes = Sizes::new(enforced);
    sizes.add(budget::PAGE, page.iter().map(Vec::as_slice))?;
    sizes.add(budget::SITE, all.iter().map(Vec::as_slice))?;
    sizes.add(budget::SINGLE_FILE, [single.as_bytes()])?;
    Ok(sizes)
}

/// Glue, packed Wasm and the starter in one module: one hash covers all that runs.
fn script(module: &Module, small: bool) -> Result<String> {
    let packed = BASE64_STANDARD.encode(deflated(&module.wasm, small)?);
    let start = tree::text(tree::root().join("web/start.js"))?;
    Ok(format!(
        "{}\nconst packedWasm =\n  \"{packed}\";\n{start}",
        module.glue
    ))
}

/// Deflated: as small as it gets, which takes seconds, or quickly.
fn deflated(bytes: &[u8], small: bool) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    if small {
        zopfli::compress(
            zopfli::Options::default(),
            zopfli::Format::Deflate,
            bytes,
            &mut packed,
        )?;
    } else {
        let mut encoder = DeflateEncoder::new(&mut packed, Compression::best());
        encoder.write_all(bytes)?;
        encoder.finish()?;
    }
    Ok(packed)
}

/// The page of the site: its script stands beside it, named by hash.
fn linked(template: &str, script: &str) -> Result<String> {
    let hash = csp::hash(script.as_bytes());
    let page = csp::allow(template, "script-src", std::slice::from_ref(&hash))?;
    let tag = format!(r#"<script type="module" src="app.js" integrity="{hash}"></script>"#);
    csp::replace_once(&page, SCRIPT, &tag)
}

/// The page in one file: scripts and styles stand in it, each named by hash.
fn inlined(template: &str, script: &str) -> Result<String> {
    // An HTML parser ends the element at the first closing tag, even inside a string.
    let script = script
        .replace("</script", "<\\/script")
        .replace("<!--", "<\\!--");
    let mut page = csp::allow(template, "script-src", &[csp::hash(script.as_bytes())])?;
    let mut hashes = Vec::new();
    for sheet in style_sheets(template) {
        let style = tree::text(tree::root().join("web").join(sheet))?;
        ensure!(
            !style.contains("</style"),
            "{sheet} has a closing tag in it"
        );
        ensure!(
            !style.contains("url("),
            "{sheet} names a file that a single page cannot load"
        );
        hashes.push(csp::hash(style.as_bytes()));
        page = csp::replace_once(&page, &link(sheet), &format!("<style>{style}</style>"))?;
    }
    let sources: Vec<String> = hashes.iter().map(|hash| format!("'{hash}'")).collect();
    page = csp::replace_once(
        &page,
        "style-src 'self'",
        &format!("style-src {}", sources.join(" ")),
    )?;
    let tag = format!(r#"<script type="module">{script}</script>"#);
    csp::replace_once(&page, SCRIPT, &tag)
}

/// The style sheets that the page links, as written there.
fn style_sheets(template: &str) -> Vec<&str> {
    let (before, after) = LINK;
    template
        .lines()
        .filter_map(|line| line.trim().strip_prefix(before)?.strip_suffix(after))
        .collect()
}

fn link(sheet: &str) -> String {
    let (before, after) = LINK;
    format!("{before}{sheet}{after}")
}

const SCRIPT: &str = r#"<script type="module" src="app.js"></script>"#;
const LINK: (&str, &str) = (r#"<link rel="stylesheet" href=""#, r#"">"#);

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn what_is_packed_either_way_unpacks_to_the_same() {
        let bytes = b"coordinates, never owns. ".repeat(100);
        for small in [true, false] {
            let packed = deflated(&bytes, small).unwrap();
            let mut unpacked = Vec::new();
            DeflateDecoder::new(packed.as_slice())
                .read_to_end(&mut unpacked)
                .unwrap();
            assert_eq!(unpacked, bytes);
        }
    }

    #[test]
    fn the_page_names_its_script_and_its_styles_by_hash() {
        let template = tree::text(tree::root().join("index.html")).unwrap();
        let script = "const closes = '</script>';";
        let page = inlined(&template, script).unwrap();
        let safe = "const closes = '<\\/script>';";
        assert!(page.contains(&format!("<script type=\"module\">{safe}</script>")));
        assert!(page.contains(&format!(
            "script-src '{}' 'wasm-unsafe-eval';",
            csp::hash(safe.as_bytes())
        )));
        assert_eq!(
            page.matches("<style>").count(),
            style_sheets(&template).len()
        );
        assert!(!page.contains("stylesheet"), "a single file links no style");
    }
}
