/**
 * The two tabs with the prices and the hours of a venue. They are in one chunk, so that switching between them loads
 * no code.
 */
export { HoursPage } from '@/desk/hours/HoursPage';
export { PricesPage } from '@/desk/prices/PricesPage';
