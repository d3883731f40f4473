//! Emails show any name as it is written, and no name becomes markup or a header.

use sideout_testkit::on_both_engines;

use crate::world::World;

on_both_engines!(no_name_becomes_markup_or_a_header_of_an_email, async |store| {
    let world = World::new(store, 1).await;
    world.run("update venue set name = 'The <b>Arena</b> & \"Co\" <script>steal()</script>'").await;
    world.run("update court set name = 'Court 3\r\nBcc: all@example.in\r\n\r\n<p>'").await;
    world.run("update venue set map_url = 'javascript:steal()'").await;
    world.book(0, 3).await;
    world.deliver().await;
    let emails = world.all_emails().await;
    assert_eq!(emails.len(), 1, "one recipient");
    assert_eq!(
        emails[0]["subject"], "Court 3 Bcc: all@example.in <p> is yours: Sun, 22 Nov, 7:00 PM",
        "one line"
    );
    let html = world.html(&emails[0]).await;
    assert!(html.contains("The &lt;b&gt;Arena&lt;/b&gt; &amp; &quot;Co&quot; &lt;script&gt;"), "{html}");
    for unwanted in ["<script", "<b>", "javascript:"] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    let file = emails[0]["attachments"][0]["text"].as_str().unwrap();
    assert!(!file.lines().any(|line| line.starts_with("Bcc")), "{file}");
});

on_both_engines!(an_email_loads_nothing_and_fits_a_phone, async |store| {
    let world = World::new(store, 1).await;
    world.book(0, 3).await;
    world.deliver().await;
    let html = world.html(&world.all_emails().await[0]).await;
    for unwanted in ["<img", "<link", "url(", "@import", " src="] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    for wanted in ["width=device-width", "color-scheme", "lang=\"en\"", "max-width:560px"] {
        assert!(html.contains(wanted), "{wanted}");
    }
});
