CREATE TABLE "stopped_recipients" (
	"vendor" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "stopped_recipients_vendor_channel_recipient_pk" PRIMARY KEY("vendor","channel","recipient")
);
--> statement-breakpoint
CREATE TABLE "text_days" (
	"vendor" text NOT NULL,
	"day" date NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"entered" integer DEFAULT 0 NOT NULL,
	"alarmed_at" timestamp with time zone,
	CONSTRAINT "text_days_vendor_day_pk" PRIMARY KEY("vendor","day")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "undeliverable_at" timestamp with time zone;