import { describe, expect, it } from 'vitest';
import { reminderCalendar, reminderStart } from './calendar.ts';

const now = new Date('2026-11-20T10:40:12Z');
const calendar = (title: string) =>
  reminderCalendar({
    uid: 'op-1@carefront',
    title,
    description: 'Open the app; then wait, please.\nIt goes by itself.',
    url: 'https://care.example/connect/willow/',
    start: reminderStart(now),
    now,
  });

describe('a reminder', () => {
  it('begins at the next full hour that is at least half an hour away', () => {
    expect(reminderStart(new Date('2026-11-20T10:10:00Z')).toISOString()).toBe('2026-11-20T11:00:00.000Z');
    expect(reminderStart(now).toISOString()).toBe('2026-11-20T12:00:00.000Z');
  });

  it('says its times in UTC', () => {
    expect(calendar('Reopen')).toContain(
      'DTSTAMP:20261120T104012Z\r\nDTSTART:20261120T120000Z\r\nDTEND:20261120T121500Z\r\n',
    );
  });

  it('escapes what has a meaning in iCalendar', () => {
    expect(calendar('Reopen')).toContain(
      'DESCRIPTION:Open the app\\; then wait\\, please.\\nIt goes by itself.',
    );
  });

  it('has no line over 75 octets, and folds no character in two - Arabic', () => {
    const text = calendar('افتح التطبيق لإكمال الإرسال افتح التطبيق لإكمال الإرسال');
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n ', '')).toContain(
      'SUMMARY:افتح التطبيق لإكمال الإرسال افتح التطبيق لإكمال الإرسال',
    );
  });
});
