//! The names of a venue and a court become no markup and no header of an email, and an email loads nothing.

use sideout_testkit::on_both_engines;

use crate::fixture::NoticesFixture;

on_both_engines!(the_names_of_venue_and_court_become_no_markup_and_no_header_of_an_email, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.run("update venue set name = 'The <b>Arena</b> & \"Co\" <script>steal()</script>'").await;
    fixture.run("update court set name = 'Court 3\r\nBcc: all@example.in\r\n\r\n<p>'").await;
    fixture.run("update venue set map_url = 'javascript:steal()'").await;
    fixture.book(0, 3).await;
    fixture.deliver().await;
    let emails = fixture.all_emails().await;
    assert_eq!(emails.len(), 1, "one recipient");
    assert_eq!(
        emails[0]["subject"], "Court 3 Bcc: all@example.in <p> is yours: Sun, 22 Nov, 7:00 PM",
        "one line"
    );
    let html = fixture.html(&emails[0]).await;
    assert!(html.contains("The &lt;b&gt;Arena&lt;/b&gt; &amp; &quot;Co&quot; &lt;script&gt;"), "{html}");
    for unwanted in ["<script", "<b>", "javascript:"] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    let file = emails[0]["attachments"][0]["text"].as_str().unwrap();
    assert!(!file.lines().any(|line| line.starts_with("Bcc")), "{file}");
});

on_both_engines!(an_email_loads_nothing_and_fits_a_phone, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    fixture.book(0, 3).await;
    fixture.deliver().await;
    let html = fixture.html(&fixture.all_emails().await[0]).await;
    for unwanted in ["<img", "<link", "url(", "@import", " src="] {
        assert!(!html.contains(unwanted), "{unwanted}");
    }
    for wanted in ["width=device-width", "color-scheme", "lang=\"en\"", "max-width:560px"] {
        assert!(html.contains(wanted), "{wanted}");
    }
});
