/** A calendar entry that reminds of something that was sent or waits to be (iCalendar, RFC 5545). It never says what that is about. */

export interface Reminder {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly start: Date;
  readonly now: Date;
}

/** RFC 5545 section 3.3.11: backslash, semicolon, comma and line breaks are escaped in texts. */
const escapeText = (text: string) => text.replace(/([\\;,])/g, '\\$1').replace(/\r?\n/g, '\\n');
const stamp = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** RFC 5545 section 3.1: lines of at most 75 octets, folded by CRLF and a space, never inside a character. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 73) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** @returns a text/calendar document with one entry of 15 minutes and an alarm at its start. */
export function reminderCalendar(reminder: Reminder): string {
  const end = new Date(reminder.start.getTime() + 15 * 60_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carefront//Reminder//EN',
    'BEGIN:VEVENT',
    `UID:${reminder.uid}`,
    `DTSTAMP:${stamp(reminder.now)}`,
    `DTSTART:${stamp(reminder.start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escapeText(reminder.title)}`,
    `DESCRIPTION:${escapeText(reminder.description)}`,
    `URL:${reminder.url}`,
    'CLASS:PRIVATE',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0M',
    `DESCRIPTION:${escapeText(reminder.title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** The next full hour that is at least half an hour away. */
export function reminderStart(now: Date): Date {
  const start = new Date(now.getTime() + 30 * 60_000);
  start.setMinutes(60, 0, 0);
  return start;
}
