import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

type Tables = Record<string, Record<string, Record<string, unknown>>>;

/** Everything that a zone is to hold, as one object. */
export interface ZoneFile {
  readonly rows: Tables;
  readonly attachments?: Record<string, Record<string, Record<string, readonly string[]>>>;
  readonly absent?: Tables;
}

interface Part extends Partial<ZoneFile> {
  readonly zone?: string;
  readonly parts?: readonly string[];
  readonly switches?: readonly string[];
}

/** Joins the parts of a zone in an output folder (path → text), by what the manual says of them. A second opinion. */
export function joinParts(files: ReadonlyMap<string, string>, zone: string): ZoneFile {
  const read = (path: string) => JSON.parse(files.get(path) ?? '{}') as Part;
  const zoneFiles = [...files.keys()].filter((path) => /^northbound\/zones\/[^/]+$/.test(path));
  const [own] = zoneFiles.map(read).filter((part) => part.zone === zone);
  if (!own) return { rows: {} };
  const folders = own.parts ?? [];
  const paths = [...files.keys()].filter((path) => folders.some((folder) => path.startsWith(folder)));
  const parts = [...paths.map(read), own];
  const switches = parts.flatMap((part) => part.switches ?? []);
  const attachments: NonNullable<ZoneFile['attachments']> = {};
  const joined = { rows: {} as Tables, absent: {} as Tables };
  for (const part of parts) {
    add(joined.rows, part.rows ?? {});
    add(joined.absent, part.absent ?? {});
    for (const [table, rows] of Object.entries(part.attachments ?? {})) {
      for (const [key, columns] of Object.entries(rows)) {
        for (const name of key === '*' ? switches : [key]) add(attachments, { [table]: { [name]: columns } });
      }
    }
  }
  const sections = Object.entries<Record<string, object>>({ ...joined, attachments }).filter(
    ([, tables]) => Object.keys(tables).length > 0,
  );
  return { rows: {}, ...(Object.fromEntries(sections.map(([name, tables]) => [name, sorted(tables)])) as object) };
}

/** The same of an output folder on the disk. */
export function readZoneFile(folder: string, zone: string): ZoneFile {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return joinParts(new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])), zone);
}

function add(tables: Tables, more: Tables): void {
  for (const [table, rows] of Object.entries(more)) {
    for (const [key, columns] of Object.entries(rows)) {
      const row = ((tables[table] ??= {})[key] ??= {});
      for (const [name, value] of Object.entries(columns)) {
        const known = row[name];
        row[name] =
          Array.isArray(known) && Array.isArray(value)
            ? [...new Set([...(known as string[]), ...(value as string[])])].sort()
            : value;
      }
    }
  }
}

function sorted<Value>(members: Record<string, Value>): Record<string, Value> {
  const isTable = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && !Array.isArray(value);
  const entries = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, value]) => [name, isTable(value) ? (sorted(value) as Value) : value]));
}
