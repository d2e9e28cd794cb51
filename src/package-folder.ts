/**
 * The folder of the installed package, as a URL that ends in `/`. It is the parent of the folder of this file, which lies right
 * in `src`, in `build` or, once bundled, in `dist`: what the package has beside its program is found from here alone.
 */
export const PACKAGE_FOLDER = new URL('../', import.meta.url);
