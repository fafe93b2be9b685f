/**
 * The names of settings in the text of an .env file whose values Node ends at a # that nothing sets apart, as in
 * BACKUP_KEY=rose#7. Docker and systemd read the whole of it: the same file would have another password there, and another
 * key of the backups.
 */
export function cutSettings(text) {
  return text
    .split('\n')
    .flatMap((line) => /^\s*(?:export\s+)?(\w+)\s*=\s*(?!['"`\s])[^#]*[^\s#]#/.exec(line)?.[1] ?? [])
}
