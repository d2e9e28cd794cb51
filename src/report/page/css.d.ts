/** The build bundles styles beside the script. */
declare module '*.css';
