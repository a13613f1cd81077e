//! Serves the built site on this machine only, with a volume behind a random token where one is given.

use std::{
    collections::BTreeMap,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result, bail};
use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use tokio::net::TcpListener;

use crate::{
    csp, setup, tree, volume,
    wasm::{self, Profile},
};

/// What `cargo xtask serve` can be told.
#[derive(clap::Args)]
pub struct Options {
    /// A volume to load: a __cluster directory or the directory that holds it. A demo cluster without it.
    path: Option<PathBuf>,
    /// Port to serve on. Without it 8080, or the next one that is free.
    #[arg(long)]
    port: Option<u16>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

/// Builds the page and serves it until it is interrupted.
pub fn run(options: Options) -> Result<()> {
    let cluster = options.path.as_deref().map(volume::locate).transpose()?;
    setup::wasm_target()?;
    setup::node_modules()?;
    eprint!("{}", wasm::page(Profile::Dev)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async {
        let listener = listen(options.port).await?;
        let port = listener.local_addr()?.port();
        let site = Site::load(&tree::site(), cluster, port)?;
        let address = site.address();
        println!("Serving on {address} (Ctrl+C ends it)");
        if options.open && open::that(&address).is_err() {
            eprintln!("No browser could be opened: open the address by hand.");
        }
        let router = Router::new().fallback(answer).with_state(Arc::new(site));
        axum::serve(listener, router)
            .await
            .context("the server stopped")
    })
}

async fn listen(wanted: Option<u16>) -> Result<TcpListener> {
    if let Some(port) = wanted {
        return TcpListener::bind(("127.0.0.1", port))
            .await
            .with_context(|| format!("cannot serve on port {port}"));
    }
    for port in PORTS {
        match TcpListener::bind(("127.0.0.1", port)).await {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            other => return other.with_context(|| format!("cannot serve on port {port}")),
        }
    }
    bail!(
        "the ports {} to {} are all taken: choose one with --port",
        PORTS.start(),
        PORTS.end()
    )
}

/// All that can be asked for. Files are looked up by name in memory, so no path leads out of the site.
struct Site {
    port: u16,
    files: BTreeMap<String, File>,
    volume: Option<Volume>,
}

struct File {
    content: Vec<u8>,
    kind: &'static str,
}

struct Volume {
    token: String,
    cluster: PathBuf,
}

impl Site {
    fn load(folder: &Path, cluster: Option<PathBuf>, port: u16) -> Result<Self> {
        let mut files = BTreeMap::new();
        for path in tree::files(folder)? {
            let mut content = fs::read(folder.join(&path))?;
            let name = path.to_string_lossy().replace('\\', "/");
            if name == INDEX && cluster.is_some() {
                content = csp::connect_to_self(std::str::from_utf8(&content)?)?.into_bytes();
            }
            files.insert(
                name,
                File {
                    content,
                    kind: kind(&path),
                },
            );
        }
        let volume = match cluster {
            Some(cluster) => Some(Volume {
                token: token()?,
                cluster,
            }),
            None => None,
        };
        Ok(Self {
            port,
            files,
            volume,
        })
    }

    fn address(&self) -> String {
        let port = self.port;
        match &self.volume {
            Some(volume) => format!("http://127.0.0.1:{port}/#volume={}", volume.token),
            None => format!("http://127.0.0.1:{port}/"),
        }
    }

    fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        if !self.is_addressed(headers) {
            // A foreign name that was made to point here must not read the volume.
            return StatusCode::FORBIDDEN.into_response();
        }
        if method != Method::GET && method != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let name = path.trim_start_matches('/');
        let name = if name.is_empty() { INDEX } else { name };
        if let Some(file) = self.files.get(name) {
            return ([(header::CONTENT_TYPE, file.kind)], file.content.clone()).into_response();
        }
        match &self.volume {
            Some(volume) if name.strip_prefix("volume/") == Some(&volume.token) => volume.answer(),
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    }

    fn is_addressed(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .unwrap_or_default();
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| host == format!("{name}:{}", self.port))
    }
}

impl Volume {
    /// Read anew for each request: a reload shows the volume as it is then.
    fn answer(&self) -> Response {
        match serde_json::to_vec(&volume::read(&self.cluster)) {
            Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let mut response = site.answer(request.method(), request.uri().path(), request.headers());
    for (name, value) in ALWAYS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        _ => mime_guess::from_path(path)
            .first_raw()
            .unwrap_or("application/octet-stream"),
    }
}

fn token() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow::anyhow!("no randomness for the token: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

const INDEX: &str = "index.html";
const PORTS: std::ops::RangeInclusive<u16> = 8080..=8179;
const ALWAYS: [(header::HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn site(cluster: Option<PathBuf>) -> Site {
        let folder = tempfile::tempdir().unwrap();
        tree::write(
            folder.path().join(INDEX),
            "<meta content=\"connect-src 'none'\">",
        )
        .unwrap();
        tree::write(folder.path().join("assets/app.css"), "body{}").unwrap();
        Site::load(folder.path(), cluster, 8080).unwrap()
    }

    fn status(site: &Site, path: &str, host: &str) -> u16 {
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
        site.answer(&Method::GET, path, &headers).status().as_u16()
    }

    #[test]
    fn only_files_of_the_site_are_answered() {
        let site = site(None);
        let local = "127.0.0.1:8080";
        assert_eq!(status(&site, "/", local), 200);
        assert_eq!(status(&site, "/assets/app.css", local), 200);
        for path in [
            "/assets",
            "/assets/",
            "/../Cargo.toml",
            "/assets/../index.html",
            "/%2e%2e/Cargo.toml",
            "/volume/",
        ] {
            assert_eq!(status(&site, path, local), 404, "{path}");
        }
    }

    #[test]
    fn only_this_machine_is_answered() {
        let site = site(None);
        assert_eq!(status(&site, "/", "localhost:8080"), 200);
        for host in [
            "",
            "evil.example:8080",
            "127.0.0.1",
            "127.0.0.1:8081",
            "127.0.0.1:8080.evil.example",
        ] {
            assert_eq!(status(&site, "/", host), 403, "{host:?}");
        }
    }

    #[test]
    fn a_volume_stands_behind_its_token() {
        let volume = tempfile::tempdir().unwrap();
        let site = site(Some(volume.path().to_path_buf()));
        let token = site.volume.as_ref().unwrap().token.clone();
        assert_eq!(token.len(), 32);
        assert_eq!(
            site.address(),
            format!("http://127.0.0.1:8080/#volume={token}")
        );
        assert_eq!(
            status(&site, &format!("/volume/{token}"), "127.0.0.1:8080"),
            200
        );
        assert_eq!(status(&site, "/volume/0", "127.0.0.1:8080"), 404);
        assert_eq!(
            site.files[INDEX].content,
            b"<meta content=\"connect-src 'self'\">"
        );
    }

    #[test]
    fn types_that_browsers_insist_on() {
        assert_eq!(kind(Path::new("app.js")), "text/javascript; charset=utf-8");
        assert_eq!(kind(Path::new("core.wasm")), "application/wasm");
        assert_eq!(kind(Path::new("icon.svg")), "image/svg+xml");
    }
}
