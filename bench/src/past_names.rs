//! The names of past customers: a hundred given names and a hundred family names of western India.

const GIVEN: [&str; 100] = [
    "Aarav", "Aarti", "Aditya", "Ajay", "Akash", "Akshay", "Alpa", "Amit", "Amruta", "Anand", "Anil",
    "Anita", "Anjali", "Ankit", "Anuja", "Arjun", "Asha", "Ashok", "Avinash", "Bhavesh", "Bhavna", "Chetan",
    "Chirag", "Darshan", "Deepa", "Devang", "Dhaval", "Dilip", "Dipti", "Ganesh", "Gaurav", "Gauri", "Geeta",
    "Harsh", "Harshad", "Heena", "Hemant", "Hetal", "Hiral", "Ishaan", "Jatin", "Jayesh", "Jignesh", "Kajal",
    "Kalpana", "Karan", "Ketan", "Kinjal", "Kiran", "Komal", "Krunal", "Lalit", "Madhuri", "Mahesh",
    "Manish", "Manoj", "Mayur", "Meena", "Megha", "Mihir", "Mitali", "Mukesh", "Nandini", "Neha", "Nikhil",
    "Nilesh", "Nisha", "Omkar", "Pallavi", "Paresh", "Parth", "Pooja", "Prachi", "Pranav", "Prashant",
    "Priya", "Rahul", "Rajesh", "Rakesh", "Ravi", "Riddhi", "Rohan", "Rupali", "Sachin", "Sagar", "Sameer",
    "Sandip", "Sanjay", "Shraddha", "Sidhant", "Sneha", "Suresh", "Swapnil", "Tejas", "Urvi", "Vaishali",
    "Varsha", "Vikram", "Vishal", "Yash",
];

/// The first ones are the most frequent.
const FAMILY: [&str; 100] = [
    "Patel", "Shah", "Desai", "Joshi", "Mehta", "Patil", "Kulkarni", "Parmar", "Solanki", "Chauhan",
    "Deshmukh", "Jadhav", "Pawar", "Shinde", "More", "Gaikwad", "Kadam", "Bhosale", "Chavan", "Sawant",
    "Trivedi", "Pandya", "Bhatt", "Dave", "Vyas", "Rana", "Rathod", "Makwana", "Vaghela", "Zala", "Gohil",
    "Jadeja", "Raval", "Thakkar", "Gandhi", "Parikh", "Modi", "Kapadia", "Sheth", "Vora", "Dalal", "Choksi",
    "Jhaveri", "Kothari", "Sanghvi", "Doshi", "Gala", "Chheda", "Savla", "Shetty", "Naik", "Kamat", "Prabhu",
    "Pai", "Shenoy", "Dessai", "Gawde", "Rane", "Parab", "Salunkhe", "Mane", "Nikam", "Thorat", "Phadke",
    "Gokhale", "Apte", "Bapat", "Barve", "Bhide", "Chitale", "Dandekar", "Bendre", "Gadgil", "Godbole",
    "Gore", "Karve", "Kelkar", "Ketkar", "Lele", "Limaye", "Marathe", "Nene", "Oak", "Phatak", "Pendse",
    "Ranade", "Sabnis", "Sathe", "Tilak", "Vaidya", "Wagle", "Wadia", "Mistry", "Daruwala", "Lokhande",
    "Engineer", "Irani", "Merchant", "Panchal", "Suthar",
];

/// The family name of a tenth of the customers.
pub(crate) const MOST_FREQUENT: &str = FAMILY[0];

/// The place of the given name of the customer in row `i`, as SQL and below in Rust.
pub(crate) const GIVEN_PLACE: &str = "i % 100";
/// The place of the family name. The square makes the first names frequent: a tenth of the customers has place 0.
pub(crate) const FAMILY_PLACE: &str = "(i / 100 % 100) * (i / 100 % 100) / 100";

/// The name of the customer in row `row`, the first one being 0.
pub(crate) fn name_of(row: u64) -> String {
    let (given, squared) = (row % 100, (row / 100 % 100).pow(2));
    format!("{} {}", GIVEN[given as usize], FAMILY[(squared / 100) as usize])
}

/// The given names as rows of SQL, each with its place.
pub(crate) fn given_rows() -> String {
    rows(&GIVEN)
}

/// The family names as rows of SQL, each with its place.
pub(crate) fn family_rows() -> String {
    rows(&FAMILY)
}

fn rows(names: &[&str]) -> String {
    let rows = names.iter().enumerate().map(|(place, name)| format!("({place}, '{name}')"));
    rows.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sideout_domain::person::{FullName, name_words};

    use super::*;

    #[test]
    fn each_name_is_there_once_and_is_one_word_of_a_search() {
        let names: Vec<&str> = GIVEN.iter().chain(&FAMILY).copied().collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 200);
        for name in names {
            assert_eq!(name_words(name), [name.to_lowercase()], "SQL writes the word with lower()");
        }
    }

    #[test]
    fn a_tenth_of_the_customers_shares_a_family_name_and_few_have_the_name_of_the_last_one() {
        let names: Vec<String> = (0..50_000).map(name_of).collect();
        assert_eq!(names.iter().filter(|name| name.ends_with(MOST_FREQUENT)).count(), 5_000);
        assert_eq!(names.iter().filter(|name| **name == name_of(49_999)).count(), 5);
        assert!(names.iter().all(|name| name.parse::<FullName>().is_ok()));
    }
}
