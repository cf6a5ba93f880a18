import { dayIn, isTimeZone, startOfDay } from './periods.js';

describe('a time zone', () => {
  it.each(['america/argentina/comodrivadavia', 'US/Pacific', 'us/pacific', 'Asia/Kolkata', 'Asia/Calcutta'])(
    'is looked up once for all that is asked in it, by whichever of its names: %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
      const clocks = jest.spyOn(Intl, 'DateTimeFormat');
      for (let n = 0; n < 100; n++) startOfDay(dayIn(zone, n * 86_400_000), zone);
      expect(isTimeZone(zone)).toBe(true);
      expect(clocks).not.toHaveBeenCalled();
      clocks.mockRestore();
    },
  );

  it.each(['', 'Nowhere', '+01:00', 'Asia/Kolkata ', 'Europe/Berlin\0', 'Asia/\u212Aolkata'])('is none: %j', (zone) => {
    expect(isTimeZone('Asia/Kolkata')).toBe(true);
    expect(isTimeZone(zone)).toBe(false);
  });
});
