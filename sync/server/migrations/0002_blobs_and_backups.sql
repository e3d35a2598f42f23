CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"through_seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"vendor" text NOT NULL,
	"device" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "blobs_vendor_device_sha256_pk" PRIMARY KEY("vendor","device","sha256")
);
--> statement-breakpoint
ALTER TABLE "op_ledger" ALTER COLUMN "receipt" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "op_ledger" ADD COLUMN "epoch" uuid;--> statement-breakpoint
ALTER TABLE "op_ledger" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "op_ledger" ADD COLUMN "blobs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "op_ledger" ADD COLUMN "imported_by" text;--> statement-breakpoint
DROP TRIGGER op_ledger_immutable ON op_ledger;
--> statement-breakpoint
CREATE TRIGGER op_ledger_immutable BEFORE UPDATE OF vendor, op_id, sha256, envelope, device, lane, lane_no, kind, v, seq, received_at, epoch, key_id, blobs, imported_by ON op_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_rewrite();
--> statement-breakpoint
CREATE TRIGGER op_ledger_receipt_once BEFORE UPDATE OF receipt ON op_ledger
  FOR EACH ROW WHEN (OLD.receipt IS NOT NULL AND NEW.receipt IS DISTINCT FROM OLD.receipt) EXECUTE FUNCTION refuse_ledger_rewrite();
