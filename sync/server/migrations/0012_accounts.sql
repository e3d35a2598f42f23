CREATE TABLE "device_persons" (
	"vendor" text NOT NULL,
	"session" uuid NOT NULL,
	"device" text NOT NULL,
	"person" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "device_persons_vendor_session_pk" PRIMARY KEY("vendor","session")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"vendor" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"person" uuid NOT NULL,
	"shown" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	"language" text NOT NULL,
	CONSTRAINT "identities_vendor_kind_subject_pk" PRIMARY KEY("vendor","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"vendor" text NOT NULL,
	"email" text NOT NULL,
	"device" text NOT NULL,
	"hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"language" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_codes_vendor_email_device_pk" PRIMARY KEY("vendor","email","device")
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "passwords_vendor_person_pk" PRIMARY KEY("vendor","person")
);
--> statement-breakpoint
CREATE TABLE "patient_sessions" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"token_sha256" text NOT NULL,
	"previous_sha256" text,
	"rotated_at" timestamp with time zone NOT NULL,
	"person" uuid NOT NULL,
	"device" text NOT NULL,
	"shared" boolean NOT NULL,
	"browser" text,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"idle_seconds" integer,
	"code_asked_at" timestamp with time zone,
	CONSTRAINT "patient_sessions_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "person_operations" (
	"vendor" text NOT NULL,
	"op_id" uuid NOT NULL,
	"person" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_operations_vendor_op_id_pk" PRIMARY KEY("vendor","op_id")
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"birth_date" text,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"merged_into" uuid,
	CONSTRAINT "persons_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "device_persons_bound" ON "device_persons" USING btree ("vendor","device") WHERE "device_persons"."until" is null;--> statement-breakpoint
CREATE INDEX "device_persons_person" ON "device_persons" USING btree ("vendor","person","device");--> statement-breakpoint
CREATE INDEX "identities_person" ON "identities" USING btree ("vendor","person");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_sessions_device" ON "patient_sessions" USING btree ("vendor","device");--> statement-breakpoint
CREATE INDEX "patient_sessions_person" ON "patient_sessions" USING btree ("vendor","person");--> statement-breakpoint
CREATE INDEX "person_operations_person" ON "person_operations" USING btree ("vendor","person");--> statement-breakpoint
COMMENT ON TABLE "patient_sessions" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "one_time_codes" IS 'not in backups';
