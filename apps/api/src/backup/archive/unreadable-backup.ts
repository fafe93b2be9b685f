/** A file that cannot be restored: foreign, of another key, damaged, cut short, or from a newer shop. The message is for the owner. */
export class UnreadableBackup extends Error {}
