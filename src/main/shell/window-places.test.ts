import { describe, expect, it } from 'vitest';
import {
  displayKey,
  NO_PLACES,
  startPlace,
  windowPlacesSchema,
  withPlace,
  ZOOM_STEPS,
  zoomStep,
  type DisplayFacts,
  type WindowPlaces,
} from './window-places';

function display(id: number, x: number, width: number, height: number): DisplayFacts {
  return { id, bounds: { x, y: 0, width, height }, workArea: { x, y: 24, width, height: height - 24 } };
}
const laptop = display(1, 0, 1440, 900);
const desk = display(2, 1440, 2560, 1440);
const place = { bounds: { x: 1500, y: 100, width: 1600, height: 1000 }, maximised: false, zoom: 1.25 };

describe('startPlace', () => {
  it('is the middle of the main display the first time', () => {
    expect(startPlace(NO_PLACES, [laptop, desk], laptop)).toEqual({
      bounds: { x: 80, y: 62, width: 1280, height: 800 },
      maximised: false,
      zoom: 1,
    });
  });

  it('is where the window was last, with its zoom', () => {
    const places = withPlace(NO_PLACES, desk, place);
    expect(startPlace(places, [laptop, desk], laptop)).toEqual(place);
  });

  it('is as last on the main display when the last display is gone or has another size', () => {
    const onLaptop = { bounds: { x: 20, y: 40, width: 1000, height: 700 }, maximised: true, zoom: 1 };
    const places = withPlace(withPlace(NO_PLACES, laptop, onLaptop), desk, place);
    expect(startPlace(places, [laptop], laptop)).toEqual(onLaptop);
    expect(startPlace(places, [laptop, display(2, 1440, 1920, 1080)], laptop)).toEqual(onLaptop);
  });

  it('is entirely on the display, even if the stored place is not', () => {
    const far = { ...place, bounds: { x: 9_000, y: -500, width: 5_000, height: 100 } };
    expect(startPlace(withPlace(NO_PLACES, laptop, far), [laptop], laptop).bounds).toEqual({
      x: 0,
      y: 24,
      width: 1440,
      height: 480,
    });
  });
});

describe('withPlace', () => {
  it('keeps the 16 most recent displays', () => {
    let places: WindowPlaces = NO_PLACES;
    for (let id = 0; id < 20; id += 1) places = withPlace(places, display(id, 0, 1000, 800), place);
    places = withPlace(places, display(4, 0, 1000, 800), place);
    places = withPlace(places, display(20, 0, 1000, 800), place);
    const kept = Object.keys(places.byDisplay);
    expect(kept).toHaveLength(16);
    expect(kept).toContain(displayKey(display(4, 0, 1000, 800)));
    expect(kept).not.toContain(displayKey(display(5, 0, 1000, 800)));
    expect(places.last).toBe(displayKey(display(20, 0, 1000, 800)));
    expect(windowPlacesSchema.parse(places)).toEqual(places);
  });
});

describe('zoomStep', () => {
  it('goes from step to step, stops at both ends, and resets to 1', () => {
    expect(zoomStep(1, 1)).toBe(1.1);
    expect(zoomStep(1, -1)).toBe(0.9);
    expect(zoomStep(1.2, 1)).toBe(1.25);
    expect(zoomStep(2, 0)).toBe(1);
    expect(zoomStep(ZOOM_STEPS[0], -1)).toBe(0.5);
    expect(zoomStep(3, 1)).toBe(3);
  });
});
