export declare const smallMemory: { flags: string[]; env: Record<string, string> }
