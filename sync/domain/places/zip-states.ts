/**
 * The state that a ZIP code lies in, by its first three digits: what the Postal Service's list of sectional centers says (Publication 65, as of 2026), written as
 * ranges. It only fills in a field: 13 ZIP codes cross state lines, and the state that somebody says is the one that counts.
 */
const RANGES =
  'NY 005 100-149,MA 010-027 055,RI 028-029,NH 030-038,ME 039-049,VT 050-054 056-059,CT 060-062 064-069,NJ 070-089,PA 150-196,DE 197-199,' +
  'DC 200 202-204 569,VA 201 220-246,MD 206-212 214-219,WV 247-268,NC 270-289,SC 290-299,GA 300-319 398-399,FL 320-339 341-342 344 346-347 349,' +
  'AL 350-352 354-369,TN 370-385,MS 386-397,KY 400-418 420-427,OH 430-459,IN 460-479,MI 480-499,IA 500-516 520-528,WI 530-532 534-535 537-549,' +
  'MN 550-551 553-567,SD 570-577,ND 580-588,MT 590-599,IL 600-620 622-629,MO 630-631 633-641 644-658,KS 660-662 664-679,NE 680-681 683-693,' +
  'LA 700-701 703-708 710-714,AR 716-729,OK 730-731 734-738 740-741 743-749,TX 733 750-770 772-799 885,CO 800-816,WY 820-831,ID 832-833 835-838,' +
  'UT 840-847,AZ 850-853 855-857 859-860 863-865,NM 870-871 873-875 877-884,NV 889-891 893-895 897-898,CA 900-908 910-928 930-961,HI 968,' +
  'OR 970-979,WA 980-986 988-994,AK 995-999';

const states = new Map(
  RANGES.split(',').flatMap((row) => {
    const [state = '', ...ranges] = row.split(' ');
    return ranges.flatMap((range) => {
      const [from = '', to = from] = range.split('-');
      return Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, at) => [String(Number(from) + at).padStart(3, '0'), `US-${state}`] as const,
      );
    });
  }),
);

/** @returns undefined where fewer than three digits were typed, and where the three don't say. */
export const stateOfZip = (zip: string): string | undefined => states.get(zip.replace(/\D/g, '').slice(0, 3));

/** Those that lie in two: the Census Bureau's tabulation areas of 2010. */
const IN_TWO = [
  ...['02861', '42223', '59221', '63673', '71749', '73949', '81137'],
  ...['84536', '86044', '86515', '88063', '89439', '97635'],
];

/** The one state that it lies in; undefined where that may be another. */
export const onlyStateOfZip = (zip: string): string | undefined =>
  IN_TWO.includes(zip.replace(/\D/g, '').slice(0, 5)) ? undefined : stateOfZip(zip);
