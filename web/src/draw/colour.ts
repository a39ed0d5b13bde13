// Colours: mixing them as eyes see them, and packing them for pixels.
//
// Mixing is done in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where equal
// distances look equally far apart.

type Three = [number, number, number];

/** The pixel of a `#rrggbb`, as a little-endian canvas holds it. */
export function packed(hex: string): number {
  const [r, g, b] = bytes(hex);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** A colour on the way from one to another: 0 is `from`, 1 is `to`. */
export function mixed(from: string, to: string, share: number): string {
  const a = oklab(from);
  const b = oklab(to);
  return hexOf(a.map((value, axis) => value + (b[axis] - value) * share) as Three);
}

/** A colour by lightness (0 to 1), colourfulness (0 to about 0.3) and hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const turn = (hue * Math.PI) / 180;
  return hexOf([lightness, chroma * Math.cos(turn), chroma * Math.sin(turn)]);
}

/** How light a colour looks, 0 to 1. */
export function lightnessOf(hex: string): number {
  return oklab(hex)[0];
}

/** A `#rrggbb` seen through by so much, as a canvas takes it. */
export function faint(hex: string, alpha: number): string {
  return hex + Math.round(alpha * 255).toString(16).padStart(2, '0');
}

function bytes(hex: string): Three {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function oklab(hex: string): Three {
  const [r, g, b] = bytes(hex).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOf([lightness, a, b]: Three): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return parts.reduce((text, part) => {
    const bent = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    const byte = Math.round(Math.min(1, Math.max(0, bent)) * 255);
    return text + byte.toString(16).padStart(2, '0');
  }, '#');
}
