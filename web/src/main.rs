//! The page: a Yew app over the core's session. Everything it shows is computed in this browser.

mod browser;
mod components;
mod events;
mod link;
mod messages;
mod model;
mod names;
mod open;
mod scene;
mod state;
mod ui;

fn main() {
    console_error_panic_hook::set_once();
    let Some(mount) = gloo::utils::document().get_element_by_id("app") else {
        return;
    };
    // The skeleton stands in the mount point until here.
    mount.set_inner_html("");
    yew::Renderer::<components::app::App>::with_root(mount).render();
}
