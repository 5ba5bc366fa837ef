export interface Place {
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6_371;

/** Great-circle distance, by the haversine formula. */
export function kilometres(from: Place, to: Place): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const across = radians(to.longitude - from.longitude);
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export function byNearness<T extends Place>(places: readonly T[], here: Place): { place: T; km: number }[] {
  return places.map((place) => ({ place, km: kilometres(here, place) })).toSorted((a, b) => a.km - b.km);
}
