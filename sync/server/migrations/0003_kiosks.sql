CREATE TABLE "appointments" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"day" text NOT NULL,
	"time" text NOT NULL,
	"person" text NOT NULL,
	"due" text[] NOT NULL,
	"source" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appointments_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "arrivals" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"kiosk" uuid NOT NULL,
	"day" text NOT NULL,
	"number" integer NOT NULL,
	"appointment" uuid,
	"session" uuid,
	"language" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "arrivals_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "day_keys" (
	"vendor" text NOT NULL,
	"day" text NOT NULL,
	"key_id" text NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "day_keys_vendor_day_pk" PRIMARY KEY("vendor","day")
);
--> statement-breakpoint
CREATE TABLE "hand_offs" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	"kiosk" uuid NOT NULL,
	"iv" text NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hand_offs_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "help_calls" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"kiosk" uuid NOT NULL,
	"reason" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"shown_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "help_calls_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "kiosk_alarms" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"device" text NOT NULL,
	"kind" text NOT NULL,
	"counter" integer NOT NULL,
	"subject" uuid NOT NULL,
	"received" integer,
	"raised_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"seen_by" text,
	CONSTRAINT "kiosk_alarms_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "kiosk_enrolments" (
	"vendor" text NOT NULL,
	"code_sha256" text NOT NULL,
	"name" text NOT NULL,
	"config" text NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_by" text,
	CONSTRAINT "kiosk_enrolments_vendor_code_sha256_pk" PRIMARY KEY("vendor","code_sha256")
);
--> statement-breakpoint
CREATE TABLE "kiosk_links" (
	"vendor" text NOT NULL,
	"device" text NOT NULL,
	"counter" integer NOT NULL,
	"op_id" uuid NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "kiosk_links_vendor_device_counter_op_id_pk" PRIMARY KEY("vendor","device","counter","op_id")
);
--> statement-breakpoint
CREATE TABLE "kiosks" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"device" text NOT NULL,
	"device_key" text NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"version" integer NOT NULL,
	"assignment" text NOT NULL,
	"enrolled_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"restart_at" timestamp with time zone,
	"health" text,
	"health_at" timestamp with time zone,
	CONSTRAINT "kiosks_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "paused_intakes" (
	"vendor" text NOT NULL,
	"op_id" uuid NOT NULL,
	"code" text NOT NULL,
	"device" text NOT NULL,
	"session" uuid NOT NULL,
	"form" text NOT NULL,
	"reason" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"released_until" timestamp with time zone,
	"resumed_at" timestamp with time zone,
	"resumed_by" uuid,
	CONSTRAINT "paused_intakes_vendor_op_id_pk" PRIMARY KEY("vendor","op_id")
);
--> statement-breakpoint
CREATE INDEX "appointments_day" ON "appointments" USING btree ("vendor","day","time");--> statement-breakpoint
CREATE INDEX "arrivals_day" ON "arrivals" USING btree ("vendor","day","number");--> statement-breakpoint
CREATE INDEX "help_calls_open" ON "help_calls" USING btree ("vendor","received_at") WHERE "help_calls"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "kiosk_alarms_once" ON "kiosk_alarms" USING btree ("vendor","device","kind","counter","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "kiosks_device" ON "kiosks" USING btree ("vendor","device");--> statement-breakpoint
CREATE INDEX "paused_intakes_code" ON "paused_intakes" USING btree ("vendor","code");--> statement-breakpoint
CREATE INDEX "paused_intakes_received" ON "paused_intakes" USING btree ("vendor","received_at");