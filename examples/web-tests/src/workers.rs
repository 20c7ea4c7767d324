//! Engines that tests replace.

/// Returns a script that replaces `Worker`: in a worker made afterwards, a script changes the
/// engine, `wasm_bindgen`, once it has started. `window.SoundWorker` is the former class. The
/// worker of the next run was made before, so that this run is still a sound one.
pub fn replaced_workers(change: &str) -> String {
    format!(
        "window.SoundWorker = Worker;
        window.Worker = class extends SoundWorker {{
            constructor(address) {{
                super(URL.createObjectURL(new Blob([`
                    importScripts('${{address}}');
                    const handle = self.onmessage;
                    self.onmessage = (event) => {{
                        handle(event);
                        if (event.data.module) {{ {change} }}
                    }};`])));
            }}
        }};"
    )
}
