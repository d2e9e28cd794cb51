import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../../engine/engine.js';
import type { Query, QueryInput } from '../../engine/query.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { checkConfiguration } from '../../schema/configuration.js';
import { EXPIRY_DAYS, parseConfiguration } from '../../settings/configuration/parse.js';

/** Name of a release, or undefined. */
type Release = string | undefined;
/** Options of the command line that change the configuration. */
interface ConfiguredOptions {
  readonly allowEmpty?: boolean | undefined;
  readonly transactions?: boolean | undefined;
  readonly today?: string | undefined;
}
type Controllers = Configuration['ingressControllers'];

const chosenRelease: QueryInput<Release> = { name: 'chosen release' };
const chosenOptions: QueryInput<ConfiguredOptions> = { name: 'options of the command', same: isDeepStrictEqual };
const filledControllers: QueryInput<Controllers> = { name: 'ingress controllers', same: isDeepStrictEqual };

const configurationOfFile: Query<SourceFile | undefined, Configuration | undefined> = {
  name: 'configuration of a file',
  run: (db, file) => parseConfiguration(file, checkConfiguration, db.report, db.read(chosenRelease)),
};

const configurationWithOptions: Query<Configuration, Configuration> = {
  name: 'configuration with options',
  run: (db, told) => {
    const { allowEmpty, transactions, today } = db.read(chosenOptions);
    return {
      ...told,
      ...(allowEmpty === true ? { allowEmpty: true } : {}),
      ...(transactions === true ? { transactions: true } : {}),
      ...(today === undefined ? {} : { certificateExpiry: { days: EXPIRY_DAYS, ...told.certificateExpiry, today } }),
    };
  },
};

const configurationWithCertificates: Query<Configuration, Configuration> = {
  name: 'configuration with certificates',
  run: (db, configuration) => ({ ...configuration, ingressControllers: db.read(filledControllers) }),
};

/** Parses a configuration file. The same file gives the same configuration. Undefined if it has errors. */
export function parseOnce(
  file: SourceFile | undefined,
  release: Release,
  engine: Engine,
  report: Reporter,
): Configuration | undefined {
  engine.set(chosenRelease, release);
  return engine.ask(configurationOfFile, file, report);
}

/** Returns a configuration with the options of the command line. */
export function applyOptions(
  told: Configuration,
  { allowEmpty, transactions, today }: ConfiguredOptions,
  engine: Engine,
): Configuration {
  engine.set(chosenOptions, { allowEmpty, transactions, today });
  return engine.ask(configurationWithOptions, told, () => undefined);
}

/** Returns a configuration with ingress controllers whose certificates have been read. */
export function fillControllers(configuration: Configuration, controllers: Controllers, engine: Engine): Configuration {
  engine.set(filledControllers, controllers);
  return engine.ask(configurationWithCertificates, configuration, () => undefined);
}
