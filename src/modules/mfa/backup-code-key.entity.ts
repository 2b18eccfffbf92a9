import { defineEntity, p } from '@mikro-orm/core';

const BackupCodeKeySchema = defineEntity({
  name: 'BackupCodeKey',
  tableName: 'backup_code_keys',
  properties: {
    id: p.uuid().primary(),
    /** The key, encrypted. */
    sealedKey: p.blob().$type<Buffer>().lazy().hidden(),
    createdAt: p.datetime(),
  },
});

/** A key that backup codes were hashed with before SECRET_KEY was replaced. */
export class BackupCodeKey extends BackupCodeKeySchema.class {}
BackupCodeKeySchema.setClass(BackupCodeKey);
