import { z } from 'zod';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of Electron's displays used here. */
export interface DisplayFacts {
  readonly id: number;
  readonly bounds: Rectangle;
  /** The display without the system's own bars. */
  readonly workArea: Rectangle;
}

/** How the window was placed on a display. */
export interface WindowPlace {
  /** The bounds while not maximised. */
  readonly bounds: Rectangle;
  readonly maximised: boolean;
  /** 1 is the actual size. */
  readonly zoom: number;
}

export interface WindowPlaces {
  /** The key of the display where the window was last. */
  readonly last: string | null;
  readonly byDisplay: Readonly<Record<string, WindowPlace>>;
}

export const NO_PLACES: WindowPlaces = { last: null, byDisplay: {} };
const USUAL_SIZE = { width: 1280, height: 800 };
export const MIN_SIZE = { width: 640, height: 480 };

/** The zoom steps, as in a browser. */
export const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
/** Displays come and go: a docking station, a projector. */
const MAX_DISPLAYS = 16;

const length = z.number().int().min(-100_000).max(100_000);
export const windowPlacesSchema: z.ZodType<WindowPlaces> = z.object({
  last: z.string().max(100).nullable(),
  byDisplay: z.record(
    z.string().max(100),
    z.object({
      bounds: z.object({ x: length, y: length, width: length, height: length }),
      maximised: z.boolean(),
      zoom: z.number().min(0.25).max(5),
    }),
  ),
});

/** A display is recognised by its number and size: with another resolution it counts as another display. */
export function displayKey({ id, bounds }: DisplayFacts): string {
  return `${id} ${bounds.width}x${bounds.height}`;
}

/** Where the window opens: on the display where it was last, if that still exists, and entirely within it. */
export function startPlace(
  places: WindowPlaces,
  displays: readonly DisplayFacts[],
  primary: DisplayFacts,
): WindowPlace {
  const display = displays.find((one) => displayKey(one) === places.last) ?? primary;
  const kept = places.byDisplay[displayKey(display)];
  if (kept === undefined) return { bounds: centred(display.workArea), maximised: false, zoom: 1 };
  return { ...kept, bounds: within(kept.bounds, display.workArea) };
}

function centred(area: Rectangle): Rectangle {
  const width = Math.min(USUAL_SIZE.width, area.width);
  const height = Math.min(USUAL_SIZE.height, area.height);
  const x = area.x + Math.round((area.width - width) / 2);
  return { x, y: area.y + Math.round((area.height - height) / 2), width, height };
}

function within(bounds: Rectangle, area: Rectangle): Rectangle {
  const width = Math.max(MIN_SIZE.width, Math.min(bounds.width, area.width));
  const height = Math.max(MIN_SIZE.height, Math.min(bounds.height, area.height));
  const x = Math.max(area.x, Math.min(bounds.x, area.x + area.width - width));
  return { x, y: Math.max(area.y, Math.min(bounds.y, area.y + area.height - height)), width, height };
}

/** Adds the current placement of the window. Beyond the limit, the displays used longest ago are dropped. */
export function withPlace(places: WindowPlaces, display: DisplayFacts, place: WindowPlace): WindowPlaces {
  const key = displayKey(display);
  const others = Object.entries(places.byDisplay).filter(([other]) => other !== key);
  const kept = others.slice(-(MAX_DISPLAYS - 1));
  return { last: key, byDisplay: Object.fromEntries([...kept, [key, place]]) };
}

/** The next larger (1) or smaller (-1) step, or the actual size for 0. */
export function zoomStep(zoom: number, direction: 1 | 0 | -1): number {
  if (direction === 0) return 1;
  // Other ways to zoom, or rounding, may have left it between two steps.
  const step =
    direction === 1
      ? ZOOM_STEPS.find((one) => one > zoom + 0.005)
      : [...ZOOM_STEPS].reverse().find((one) => one < zoom - 0.005);
  return step ?? zoom;
}
