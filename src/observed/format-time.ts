const DAY = 86_400_000;

/** Formats milliseconds since 1970 as RFC 3339 in UTC, to the second: `2026-11-18T11:06:40Z`. */
export function formatTime(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const seconds = Math.floor((milliseconds - days * DAY) / 1000);
  const two = (value: number): string => `${value}`.padStart(2, '0');
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${formatDay(days)}T${time}Z`;
}

/**
 * Formats days since 1970 as YYYY-MM-DD. Years begin in March, so that the day of a leap year is the last of a year. See
 * Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
 */
function formatDay(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${`${year}`.padStart(4, '0')}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`;
}
