/**
 * The most characters of a name that the server takes: of a venue or court (`LONGEST_NAME` in
 * `crates/domain/src/public_text.rs`), of staff (`crates/app/src/staff/full_name.rs`), and of a search for players
 * (`crates/http/src/routes/desk/board/find.rs`). The name of a player has at most 50.
 */
export const LONGEST_NAME = 60;
