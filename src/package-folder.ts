/**
 * Folder of the installed package, as a URL that ends in `/`. The folder of this file, `src`, `build` or, once bundled,
 * `dist`, is directly in it. All other files of the package are located from here.
 */
export const PACKAGE_FOLDER = new URL('../', import.meta.url);
