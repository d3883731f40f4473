//! The address under which staff open the desk.

/// `public_url` without a slash at its end. The address of this machine itself becomes its name: for the number browsers neither
/// keep the desk's cookie nor make passkeys.
pub fn desk_address(public_url: &str) -> String {
    public_url.trim_end_matches('/').replacen("//127.0.0.1", "//localhost", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_called_by_its_name_and_others_as_they_are() {
        assert_eq!(desk_address("http://127.0.0.1:8080/"), "http://localhost:8080");
        for other in ["https://play.example.in", "http://192.168.1.20:8080"] {
            assert_eq!(desk_address(other), other);
        }
    }
}
