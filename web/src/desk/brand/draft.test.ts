import { expect, test } from 'vitest';
import { settings } from './brand.test-kit';
import { brandOf, findErrors, rebaseFields, typedOf } from './draft';

test('typed values become the body of the request, and errors have the codes of the server', () => {
  const typed = typedOf(settings.brand, 3);
  expect(brandOf(typed)).toEqual(settings.brand);
  expect(brandOf({ ...typed, paddle_fee_paise: '1999.50', instagram_url: ' https://x.in ' })).toMatchObject({
    paddle_fee_paise: 199_950,
    instagram_url: 'https://x.in',
  });
  const rules = typedOf(
    {
      ...settings.brand,
      hold_seconds: 100,
      reminder_minutes: 100,
      bank_charge_paise: 1050,
      refund_minute: 545,
      gst_rate: 1250,
      max_no_shows: 0,
      sac: '',
    },
    3,
  );
  expect(rules).toMatchObject({
    hold_seconds: '1.6667',
    refund_minute: '09:05',
    gst_rate: '12.5',
    max_no_shows: '0',
    sac: 'none',
    place_of_supply: '',
  });
  expect(brandOf(rules)).toMatchObject({
    hold_seconds: 100,
    reminder_minutes: 100,
    bank_charge_paise: 1050,
    refund_minute: 545,
    gst_rate: 1250,
    max_no_shows: 0,
    sac: '',
    place_of_supply: null,
  });
  expect(findErrors({ ...rules, min_age: '12.5', refund_minute: '25:00' })).toEqual({
    min_age: 'rule_range',
    refund_minute: 'rule_range',
  });
  // The first two numbers do not fit into a request in the units of the server; the last one does.
  expect(findErrors({ ...rules, hold_seconds: '99999999', gst_rate: '99999999', max_no_shows: '999999999' })).toEqual({
    hold_seconds: 'rule_range',
    gst_rate: 'rule_range',
  });
  expect(findErrors(typed)).toEqual({});
  expect(
    findErrors({ ...typed, phone: '12', whatsapp_url: 'http://wa.me', paddle_fee_paise: 'much', accent: 'lime' }),
  ).toEqual({
    phone: 'phone',
    whatsapp_url: 'link',
    paddle_fee_paise: 'range',
    accent: 'colour',
  });
});

test('only own changes are put on top of the brand as it is now', () => {
  const typed = typedOf(settings.brand, 3);
  const other = { ...typed, email: 'care@club.example' };
  expect(rebaseFields({ ...typed, phone: '98250 41736' }, typed, other)).toEqual({ ...other, phone: '98250 41736' });
});
