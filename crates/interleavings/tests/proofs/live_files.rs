//! The modules of caches and watches from the variant in `$folder`. `Brand`, `VenueList` and `BoardFeed` are empty stand-ins, because
//! `live.rs` does not look into them.

macro_rules! live_files {
    ($folder:literal) => {
        mod availability {
            source!($folder, "availability.rs");
        }
        mod board_feed {
            pub struct BoardFeed;
        }
        mod brand {
            pub struct Brand;
        }
        mod cached {
            source!($folder, "cached.rs");
        }
        mod day_feed {
            source!($folder, "day_feed.rs");
        }
        mod live {
            source!($folder, "live.rs");
        }
        mod venues {
            pub struct VenueList;
        }
        mod watch_board {
            source!($folder, "watch_board.rs");
        }
        mod watch_day {
            source!($folder, "watch_day.rs");
        }
        mod watch_orders {
            source!($folder, "watch_orders.rs");
        }

        /// The caches and watches of a process that has no database.
        fn live() -> std::sync::Arc<live::Live> {
            let availability = std::sync::Arc::new(availability::Availability::new(None));
            live::Live::start(
                &crate::no_database::store(),
                availability,
                Default::default(),
                Default::default(),
            )
        }
    };
}
