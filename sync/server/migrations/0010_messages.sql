CREATE TABLE "message_blocks" (
	"vendor" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "message_blocks_vendor_channel_recipient_pk" PRIMARY KEY("vendor","channel","recipient")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"letter" text NOT NULL,
	"sealed" "bytea",
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"lease" uuid,
	"finished_at" timestamp with time zone,
	"fault" text,
	CONSTRAINT "messages_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("vendor","due_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "messages_queued" ON "messages" USING btree ("vendor","queued_at");--> statement-breakpoint
COMMENT ON TABLE "messages" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "message_blocks" IS 'not in backups';
