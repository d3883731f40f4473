import { expect, test } from 'vitest';
import { EventReader } from './read-events';

const changed = { name: 'changed', data: '{"version":2}' };

test('the parser joins an event that arrives in pieces', () => {
  const text = ': still here\n\nevent: changed\ndata: {"version":2}\n\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const reader = new EventReader();
    expect([...reader.take(text.slice(0, cut)), ...reader.take(text.slice(cut))], `cut at ${cut}`).toEqual([changed]);
  }
});

test('the parser accepts every kind of line end, also one cut in two', () => {
  const text = 'event: changed\r\ndata: {"version":2}\r\n\r\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const reader = new EventReader();
    expect([...reader.take(text.slice(0, cut)), ...reader.take(text.slice(cut))], `cut at ${cut}`).toEqual([changed]);
  }
  expect(new EventReader().take('event:changed\rdata:{"version":2}\r\rx')).toEqual([changed]);
});

test('several data lines are joined, an event without data is skipped, an unnamed one is a message', () => {
  expect(new EventReader().take('data: a\ndata: b\n\nevent: open\n\nid: 7\n: word\ndata\n\n')).toEqual([
    { name: 'message', data: 'a\nb' },
    { name: 'message', data: '' },
  ]);
});

test('a line separator of Unicode ends no line', () => {
  const data = '{"note":"one\u2028two\u2029three"}';
  expect(new EventReader().take(`data: ${data}\n\n`)).toEqual([{ name: 'message', data }]);
});
