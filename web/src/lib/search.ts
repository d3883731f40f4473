import * as v from 'valibot';

/**
 * The query strings of the routes (spec §2). Everything in a query string is text; what the screens get is checked and
 * typed. A screen whose required part is missing is never drawn: the router sends the player to the flow's first step.
 */
const positive = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1));
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(200));
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const time = v.pipe(v.string(), v.regex(/^\d{1,2}:\d{2} [AP]M$/));
const orderNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).replace(/^#/, '')),
  v.regex(/^\d{1,20}$/),
);

/** An optional part: when it is wrong it counts as absent. */
function lenient<S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined);
}

export const timeDateSearch = v.object({
  venue: positive,
  sport: v.fallback(v.optional(positive, 1), 1),
  device_id: lenient(text),
  date: lenient(day),
  time: lenient(time),
});

export const courtSearch = v.object({
  venue: positive,
  sport: v.fallback(v.optional(positive, 1), 1),
  device_id: lenient(text),
  date: day,
  time,
  court: lenient(positive),
  /** The held order whose confirm window is open, and its coupon: a reload opens both again. */
  order: lenient(orderNumber),
  coupon: lenient(text),
});

export const orderSearch = v.object({ orderId: lenient(orderNumber) });

export const verificationSearch = v.object({
  user: text,
  reg: lenient(v.pipe(text, v.picklist(['0', '1']))),
  forgot: lenient(v.pipe(v.union([v.string(), v.boolean()]), v.transform(String), v.picklist(['true', 'false']))),
  phone: lenient(text),
  mobile_no: lenient(text),
});

export const changePasswordSearch = v.object({ user: text });

/** The tabs of the booking history (spec §2). */
export const historyTabs = ['All', 'Courts', 'Event', 'League', 'Store'] as const;

export const historySearch = v.object({ tab: lenient(v.picklist(historyTabs)) });
