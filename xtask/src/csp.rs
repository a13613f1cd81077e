//! The content security policy of a built page.

use anyhow::{Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha256};

/// A source expression, which is also an integrity value, for exactly these bytes.
pub fn hash(content: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}

/// Puts hashes in front of what a directive of the page already allows.
pub fn allow(page: &str, directive: &str, hashes: &[String]) -> Result<String> {
    let quoted: Vec<String> = hashes.iter().map(|hash| format!("'{hash}'")).collect();
    replace_once(
        page,
        &format!("{directive} "),
        &format!("{directive} {} ", quoted.join(" ")),
    )
}

/// Lets the page talk to the server it came from, and to nobody else.
pub fn connect_to_self(page: &str) -> Result<String> {
    replace_once(page, "connect-src 'none'", "connect-src 'self'")
}

/// A page that changed so that a replacement no longer fits must fail the build, not ship without its policy.
pub fn replace_once(page: &str, from: &str, to: &str) -> Result<String> {
    let count = page.matches(from).count();
    ensure!(
        count == 1,
        "index.html has {from:?} {count} times, expected once"
    );
    Ok(page.replacen(from, to, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'none'";

    #[test]
    fn a_hash_is_put_before_what_is_allowed() {
        assert_eq!(
            allow(PAGE, "script-src", &[hash(b"")]).unwrap(),
            "default-src 'none'; script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' \
             'wasm-unsafe-eval'; connect-src 'none'"
        );
    }

    #[test]
    fn a_page_without_the_directive_does_not_build() {
        assert_eq!(
            allow(PAGE, "style-src", &[hash(b"")])
                .unwrap_err()
                .to_string(),
            "index.html has \"style-src \" 0 times, expected once"
        );
    }

    #[test]
    fn a_volume_opens_the_way_to_the_own_server_only() {
        assert_eq!(
            connect_to_self(PAGE).unwrap(),
            "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"
        );
    }
}
