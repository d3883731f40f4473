import { catalogue } from '@/lib/language';

export const footerTexts = catalogue('footer', {
  play: 'Play',
  aboutUs: 'About us',
  contactUs: 'Contact us',
  footerNavigation: 'Footer',
  privacyPolicy: 'Privacy policy',
  terms: 'Terms and conditions',
  refundPolicy: 'Cancellation and refund policy',
  instagram: 'Instagram',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  copyright: (year: string, name: string) => `© ${year} ${name}`,
  footerLine: 'See you at the kitchen line.',
});
