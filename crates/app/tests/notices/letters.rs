//! Letters hold whatever a name holds, and nothing in one means more than itself.

use sideout_testkit::on_both_engines;

use crate::world::World;

on_both_engines!(no_name_becomes_markup_or_a_header_of_a_letter, async |store| {
    let world = World::new(store, 1).await;
    world.run("update venue set name = 'The <b>Arena</b> & \"Co\" <script>steal()</script>'").await;
    world.run("update court set name = 'Court 3\r\nBcc: all@example.in\r\n\r\n<p>'").await;
    world.run("update venue set map_url = 'javascript:steal()'").await;
    world.book(0, 3).await;
    world.deliver().await;
    let letters = world.all_letters().await;
    assert_eq!(letters.len(), 1, "one recipient");
    assert_eq!(
        letters[0]["subject"], "Court 3 Bcc: all@example.in <p> is yours: Sun, 22 Nov, 7:00 PM",
        "one line"
    );
    let html = world.html(&letters[0]).await;
    assert!(html.contains("The &lt;b&gt;Arena&lt;/b&gt; &amp; &quot;Co&quot; &lt;script&gt;"), "{html}");
    for unwanted in ["<script", "<b>", "javascript:"] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    let file = letters[0]["attachments"][0]["text"].as_str().unwrap();
    assert!(!file.lines().any(|line| line.starts_with("Bcc")), "{file}");
});

on_both_engines!(a_letter_fetches_nothing_and_fits_a_phone, async |store| {
    let world = World::new(store, 1).await;
    world.book(0, 3).await;
    world.deliver().await;
    let html = world.html(&world.all_letters().await[0]).await;
    for unwanted in ["<img", "<link", "url(", "@import", " src="] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    for wanted in ["width=device-width", "color-scheme", "lang=\"en\"", "max-width:560px"] {
        assert!(html.contains(wanted), "{wanted}");
    }
});
