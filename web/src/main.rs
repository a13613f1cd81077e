//! The page.

mod messages;

use yew::prelude::*;

use crate::messages::{keys, t};

fn main() {
    console_error_panic_hook::set_once();
    let Some(mount) = gloo::utils::document().get_element_by_id("app") else {
        return;
    };
    // The skeleton stands in the mount point until here.
    mount.set_inner_html("");
    yew::Renderer::<App>::with_root(mount).render();
}

#[component]
fn App() -> Html {
    let hash = orrery::hash::fnv1a_32(b"orders");
    html! {
        <main>
            <h1>{ t(keys::APP_TITLE, &[]) }</h1>
            <p>{ t(keys::HASH_OF, &[("group", "orders".into()), ("hash", hash.to_string().into())]) }</p>
        </main>
    }
}
