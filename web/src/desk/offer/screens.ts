/** What a venue offers: its prices and its hours, which are tabs of one entry. One file, so that going from one to the other loads nothing. */
export { HoursPage } from '@/desk/hours/HoursPage';
export { PricesPage } from '@/desk/prices/PricesPage';
