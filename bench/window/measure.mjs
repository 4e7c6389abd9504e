// What bench/window.mjs measures in a page and of a process.
import { readdirSync, readFileSync } from 'node:fs';

/** In the page: when what it shows first was painted, in ms since 1970. */
export function paintedAt() {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      const last = list.getEntries().at(-1);
      resolve(performance.timeOrigin + last.startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/**
 * In the page: ms from a click on "Look up" until what it brings is painted: the frame after the text is there.
 * @param {{ place: string, text: string }} what a selector, and the text that only this answer brings there.
 */
export function clickToPaint({ place, text }) {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Look up');
  const shown = () => document.querySelector(place)?.innerText.includes(text) === true;
  return new Promise((resolve) => {
    const started = performance.now();
    const look = () => {
      if (!shown()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      // After the frame that has it.
      port1.onmessage = () => resolve(performance.now() - started);
      port2.postMessage(null);
    };
    button.click();
    requestAnimationFrame(look);
  });
}

/** Proportional memory of a process and all below it, in MB (Linux). */
export function treeMegabytes(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // Gone since its name was read.
    }
  }
  const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)));
  const kilobytes = [...parents.keys()].filter(isBelow).map((one) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}
