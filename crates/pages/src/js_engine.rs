//! One JavaScript engine with the web app's code loaded.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use jiff::{Timestamp, tz::TimeZone};
use rquickjs::{CatchResultExt as _, Context, Ctx, Exception, Function, Module, Promise, Runtime};

use crate::{Limits, RenderError};

/// The time limit of the current page, in milliseconds after the engine's creation; 0 between pages.
type Deadline = Arc<AtomicU64>;

pub(crate) struct JsEngine {
    runtime: Runtime,
    context: Context,
    created_at: Instant,
    deadline: Deadline,
    time: Duration,
}

impl JsEngine {
    /// An engine that has run `code`, a module that sets `renderPage` in the global object.
    pub(crate) fn new(code: &[u8], limits: Limits) -> Result<Self, RenderError> {
        let broken = |error: rquickjs::Error| RenderError::Broken(error.to_string());
        let runtime = Runtime::new().map_err(broken)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(limits.stack);
        let context = Context::full(&runtime).map_err(broken)?;
        context.with(|ctx| define_zone_offset(&ctx)).map_err(broken)?;
        let engine = JsEngine {
            runtime,
            context,
            created_at: now(),
            deadline: Deadline::default(),
            time: limits.time,
        };
        let (created_at, deadline) = (engine.created_at, engine.deadline.clone());
        engine.runtime.set_interrupt_handler(Some(Box::new(move || {
            let deadline = deadline.load(Relaxed);
            deadline != 0 && now().duration_since(created_at).as_millis() >= u128::from(deadline)
        })));
        engine.bounded(|ctx| {
            let load = || Module::declare(ctx.clone(), "pages", code)?.eval()?.1.finish::<()>();
            load().catch(ctx).map_err(|error| RenderError::Broken(error.to_string()))
        })?;
        Ok(engine)
    }

    /// The result of `renderPage` for `request`.
    pub(crate) fn render(&self, request: &str) -> Result<String, RenderError> {
        self.bounded(|ctx| {
            let render = || {
                let render_page: Function<'_> = ctx.globals().get("renderPage")?;
                render_page.call::<_, Promise<'_>>((request,))?.finish::<String>()
            };
            render().catch(ctx).map_err(|error| RenderError::Failed(error.to_string()))
        })
    }

    fn bounded<T>(&self, work: impl FnOnce(&Ctx<'_>) -> Result<T, RenderError>) -> Result<T, RenderError> {
        let end = now().duration_since(self.created_at) + self.time;
        self.deadline.store(u64::try_from(end.as_millis()).unwrap_or(u64::MAX).max(1), Relaxed);
        let done = self.context.with(|ctx| work(&ctx));
        self.deadline.store(0, Relaxed);
        done
    }
}

/// Defines `zoneOffset(zone, milliseconds)`, the seconds that a zone is ahead of UTC at that instant, because the
/// engine has no time zone data.
fn define_zone_offset(ctx: &Ctx<'_>) -> rquickjs::Result<()> {
    let zone_offset = |ctx: Ctx<'_>, zone: String, instant: f64| {
        // A number out of range becomes the nearest `i64`, which is not a valid timestamp.
        let at = Timestamp::from_millisecond(instant as i64);
        let found = at.and_then(|at| Ok(TimeZone::get(&zone)?.to_offset(at).seconds()));
        found.map_err(|error| Exception::throw_range(&ctx, &error.to_string()))
    };
    ctx.globals().set("zoneOffset", Function::new(ctx.clone(), zone_offset)?)
}

#[expect(
    clippy::disallowed_methods,
    reason = "bounds a computation; nothing that is decided or stored depends on it"
)]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ECHO: &[u8] = b"globalThis.renderPage = async (request) => { \
        if (request === 'throw') throw new Error('broken on purpose'); \
        if (request === 'loop') for (;;) {} \
        if (request === 'eat') { const all = []; for (;;) all.push(new Array(1e5).fill(request)); } \
        if (request === 'deep') { const f = () => f() + 1; return String(f()); } \
        if (request === 'zones') return String([zoneOffset('Asia/Kolkata', 0), zoneOffset('UTC', 0)]); \
        if (request === 'no zone') zoneOffset('Asia/Nowhere', 0); \
        if (request === 'never') await new Promise(() => {}); \
        return (await Promise.resolve(request)).toUpperCase(); }";

    fn limits() -> Limits {
        Limits { memory: 16 << 20, stack: 256 << 10, time: Duration::from_millis(200), waiting: 1 }
    }

    #[test]
    fn render_returns_the_value_of_the_promise() {
        assert_eq!(JsEngine::new(ECHO, limits()).unwrap().render("court 3").unwrap(), "COURT 3");
    }

    #[test]
    fn loops_large_memory_deep_recursion_and_unresolved_promises_end_in_an_error() {
        for request in ["loop", "eat", "deep", "never", "throw", "no zone"] {
            let rendered = JsEngine::new(ECHO, limits()).unwrap().render(request);
            assert!(matches!(rendered, Err(RenderError::Failed(_))), "{request}: {rendered:?}");
        }
    }

    #[test]
    fn zone_offset_returns_the_seconds_ahead_of_utc() {
        assert_eq!(JsEngine::new(ECHO, limits()).unwrap().render("zones").unwrap(), "19800,0");
    }

    #[test]
    fn a_second_render_has_its_own_time_limit() {
        let engine = JsEngine::new(ECHO, limits()).unwrap();
        engine.render("loop").unwrap_err();
        assert_eq!(engine.render("again").unwrap(), "AGAIN");
    }

    #[test]
    fn code_that_does_not_load_is_another_error_than_a_page_that_cannot_be_rendered() {
        assert!(matches!(JsEngine::new(b"import 'nowhere'", limits()), Err(RenderError::Broken(_))));
        assert!(matches!(JsEngine::new(b"for (;;) {}", limits()), Err(RenderError::Broken(_))));
    }
}
