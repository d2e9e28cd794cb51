/** The build bundles style sheets with the script. */
declare module '*.css';
